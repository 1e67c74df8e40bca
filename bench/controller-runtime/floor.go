package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"k8s.io/client-go/rest"
)

const collection = "/apis/bench.kops.dev/v1/namespaces/default/widgets"

type rawEvent struct {
	Type   string `json:"type"`
	Object Widget `json:"object"`
}

// runFloor does what the workload asks with net/http, encoding/json and a map.
func runFloor(config *rest.Config, options settings) {
	httpClient, err := rest.HTTPClientFor(config)
	check(err)
	floor := &floor{client: httpClient, server: config.Host, options: options, objects: map[string]*Widget{}}
	response, err := httpClient.Get(config.Host + collection +
		"?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=0")
	check(err)
	defer response.Body.Close()
	lines := bufio.NewReaderSize(response.Body, 64*1024)
	for {
		line, err := lines.ReadBytes('\n')
		check(err)
		var event rawEvent
		check(json.Unmarshal(line, &event))
		if floor.handle(&event) {
			return
		}
	}
}

type floor struct {
	client    *http.Client
	server    string
	options   settings
	objects   map[string]*Widget
	isSynced  bool
	events    int
	latencies []float64
}

// handle says whether the workload has come to its end.
func (f *floor) handle(event *rawEvent) bool {
	if event.Type == "BOOKMARK" {
		return f.bookmark(event)
	}
	widget := &event.Object
	widget.ManagedFields = nil
	f.objects[widget.Name] = widget
	f.events++
	if !f.isSynced {
		return false
	}
	if f.options.workload == "replay" {
		return f.replayed(widget)
	}
	written, err := strconv.ParseInt(widget.Annotations["bench.kops.dev/written"], 10, 64)
	check(err)
	f.latencies = append(f.latencies, float64(time.Now().UnixMicro()-written)/1000)
	if len(f.latencies) < f.options.samples {
		return false
	}
	say("done", figures{P50: quantile(f.latencies, 0.5), P99: quantile(f.latencies, 0.99)})
	return true
}

func (f *floor) bookmark(event *rawEvent) bool {
	if f.isSynced || event.Object.Annotations["k8s.io/initial-events-end"] != "true" {
		return false
	}
	f.isSynced = true
	f.events = 0
	if f.options.workload == "sync" {
		say("done", figures{Reconciles: len(f.objects)})
		say("memory", figures{Resident: settledMemory()})
		return true
	}
	say("synced", figures{})
	if f.options.workload == "patch" {
		for pass := range f.options.passes {
			f.patchAll(pass + 1)
		}
		say("done", figures{Reconciles: len(f.objects) * f.options.passes})
		return true
	}
	return false
}

func (f *floor) replayed(widget *Widget) bool {
	if version, _ := strconv.ParseInt(widget.ResourceVersion, 10, 64); version != f.options.last {
		return false
	}
	say("done", figures{Reconciles: f.events})
	return true
}

func (f *floor) patchAll(pass int) {
	names := make(chan string)
	var workers sync.WaitGroup
	for range f.options.concurrent {
		workers.Go(func() {
			for name := range names {
				f.patch(name, pass)
			}
		})
	}
	for name := range f.objects {
		names <- name
	}
	close(names)
	workers.Wait()
}

func (f *floor) patch(name string, pass int) {
	run := f.options.runOf(pass)
	body := fmt.Sprintf(`{"status":{"run":%q,"observedGeneration":1}}`, run)
	request, err := http.NewRequest(http.MethodPatch, f.server+collection+"/"+name+"/status", bytes.NewBufferString(body))
	check(err)
	request.Header.Set("Content-Type", "application/merge-patch+json")
	response, err := f.client.Do(request)
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		check(fmt.Errorf("%s", answer))
	}
	var widget Widget
	check(json.Unmarshal(answer, &widget))
}
