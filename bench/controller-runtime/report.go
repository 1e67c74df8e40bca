package main

import (
	"encoding/json"
	"os"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

var started = time.Now()

// figures is one line of standard output; absent figures are left out.
type figures struct {
	Event      string  `json:"event"`
	Wall       float64 `json:"wall,omitempty"`
	CPU        float64 `json:"cpu,omitempty"`
	Reconciles int     `json:"reconciles,omitempty"`
	Resident   float64 `json:"resident,omitempty"`
	Peak       float64 `json:"peak,omitempty"`
	P50        float64 `json:"p50,omitempty"`
	P99        float64 `json:"p99,omitempty"`
	Admissions float64 `json:"admissions,omitempty"`
	PerCPU     float64 `json:"perCpu,omitempty"`
}

func say(event string, more figures) {
	more.Event = event
	more.CPU = cpuSeconds()
	more.Wall = time.Since(started).Seconds()
	more.Peak = processStatus("VmHWM:")
	_ = json.NewEncoder(os.Stdout).Encode(more)
}

// cpuSeconds is what the process has spent since it started.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return seconds(usage.Utime) + seconds(usage.Stime)
}

func seconds(value syscall.Timeval) float64 {
	return float64(value.Sec) + float64(value.Usec)/1e6
}

// processStatus reads a size from the kernel's account of this process, in MiB.
func processStatus(key string) float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, key); found {
			kilobytes, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kilobytes / 1024
		}
	}
	return 0
}

// settledMemory is what stays after a collection.
func settledMemory() float64 {
	debug.FreeOSMemory()
	time.Sleep(time.Second)
	debug.FreeOSMemory()
	return processStatus("VmRSS:")
}

func quantile(values []float64, share float64) float64 {
	sort.Float64s(values)
	return values[min(len(values)-1, int(share*float64(len(values))))]
}
