// Command measure runs a command once and prints, as one line of JSON, what the operating system accounted
// to it and its children: wall and CPU seconds and the largest resident set.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

func main() {
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stderr = os.Stderr
	start := time.Now()
	err := command.Run()
	wall := time.Since(start).Seconds()
	if command.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	usage := command.ProcessState.SysUsage().(*syscall.Rusage)
	result := map[string]float64{
		"exitCode": float64(command.ProcessState.ExitCode()),
		"wall":     wall,
		"cpu":      seconds(usage.Utime) + seconds(usage.Stime),
		"memory":   float64(usage.Maxrss) / 1024,
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		os.Exit(1)
	}
}

func seconds(value syscall.Timeval) float64 {
	return float64(value.Sec) + float64(value.Usec)/1e6
}
