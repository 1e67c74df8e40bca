// The load of `node bench/run.js webhooks`: what an API server sends, to whichever server listens.
package main

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

type load struct {
	address    string
	reviews    string
	process    int
	concurrent int
	rate       int
	duration   time.Duration
	isHTTP2    bool
}

// clockTicks is how many of them the kernel counts in a second.
const clockTicks = 100

// runLoad sends reviews to both webhooks in turn, and says how many admissions a second that were, of two calls each.
func runLoad(options load) {
	bodies := readBodies(options.reviews)
	client := newLoadClient(options)
	warmUp := options
	warmUp.rate = 0
	warmUp.duration = options.duration / 2
	send(client, bodies, warmUp)
	before, start := processCPU(options.process), time.Now()
	latencies := send(client, bodies, options)
	wall := time.Since(start).Seconds()
	cpu := processCPU(options.process) - before
	p50, p99 := quantiles(latencies)
	say("done", figures{
		Admissions: float64(len(latencies)) / wall,
		PerCPU:     float64(len(latencies)) / cpu,
		P50:        p50,
		P99:        p99,
	})
}

func readBodies(path string) [][]byte {
	text, err := os.ReadFile(path)
	check(err)
	return bytes.Split(bytes.TrimSpace(text), []byte("\n"))
}

func newLoadClient(options load) *http.Client {
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig:     &tls.Config{InsecureSkipVerify: true},
		ForceAttemptHTTP2:   options.isHTTP2,
		MaxIdleConnsPerHost: options.concurrent,
	}}
}

// send keeps so many admissions on their way, or begins so many a second, and gives how long each took.
func send(client *http.Client, bodies [][]byte, options load) []float64 {
	var group sync.WaitGroup
	var mutex sync.Mutex
	var all []float64
	start := time.Now()
	for worker := range options.concurrent {
		group.Go(func() {
			var own []float64
			for turn := worker; ; turn += options.concurrent {
				begun := time.Now()
				if options.rate > 0 {
					begun = start.Add(time.Duration(turn) * time.Second / time.Duration(options.rate))
					time.Sleep(time.Until(begun))
				}
				if time.Since(start) > options.duration {
					break
				}
				body := bodies[turn%len(bodies)]
				post(client, options.address+"/mutate?timeout=10s", body, `"patchType":"JSONPatch"`)
				post(client, options.address+"/validate?timeout=10s", body, `"allowed":true`)
				own = append(own, float64(time.Since(begun).Microseconds())/1000)
			}
			mutex.Lock()
			all = append(all, own...)
			mutex.Unlock()
		})
	}
	group.Wait()
	return all
}

func post(client *http.Client, url string, body []byte, expected string) {
	response, err := client.Post(url, "application/json", bytes.NewReader(body))
	check(err)
	text, err := io.ReadAll(response.Body)
	check(err)
	check(response.Body.Close())
	if response.StatusCode != http.StatusOK || !bytes.Contains(text, []byte(expected)) {
		panic(fmt.Sprintf("%s answered %d: %s", url, response.StatusCode, text))
	}
}

func quantiles(values []float64) (p50, p99 float64) {
	slices.Sort(values)
	at := func(share float64) float64 { return values[min(len(values)-1, int(share*float64(len(values))))] }
	return at(0.5), at(0.99)
}

// processCPU reads from the kernel what another process has spent, in seconds.
func processCPU(process int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	check(err)
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / clockTicks
}
