// The controller-runtime side of `node bench/run.js runtime`: one controller for Widgets, as a kubebuilder user would
// write it, and what the language alone takes for the same (-floor). Its twin is bench/runtime/programs/controller.js.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"net/http"
)

type settings struct {
	workload   string
	count      int
	samples    int
	last       int64
	run        string
	concurrent int
	passes     int
}

// nextRun is what a status is to say next: each is written so many times. It is empty after the last.
func (s settings) nextRun(written string) string {
	pass := 0
	if last, isOurs := strings.CutPrefix(written, s.run+"/"); isOurs {
		pass, _ = strconv.Atoi(last)
	}
	if pass == s.passes {
		return ""
	}
	return s.runOf(pass + 1)
}

func (s settings) runOf(pass int) string {
	return fmt.Sprintf("%s/%d", s.run, pass)
}

func main() {
	if len(os.Args) > 1 && runWebhookSide(os.Args[1], os.Args[2:]) {
		return
	}
	var options settings
	kubeconfig := flag.String("server", "", "kubeconfig of the API server")
	isFloor := flag.Bool("floor", false, "the language alone")
	flag.StringVar(&options.workload, "workload", "sync", "sync, patch, latency or replay")
	flag.IntVar(&options.count, "count", 0, "objects that there are")
	flag.IntVar(&options.samples, "samples", 0, "writes to be seen")
	flag.Int64Var(&options.last, "last", 0, "resourceVersion that ends a replay")
	flag.StringVar(&options.run, "run", "", "status to write")
	flag.IntVar(&options.concurrent, "concurrent", 1, "reconciles at once")
	flag.IntVar(&options.passes, "passes", 1, "writes of each status")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)
	config.QPS = -1
	if *isFloor {
		runFloor(config, options)
		return
	}
	runController(config, options)
}

func runController(config *rest.Config, options settings) {
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  newScheme(),
		Metrics: metricsserver.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultTransform: cache.TransformStripManagedFields()},
		// The resources are known, as kops's descriptors know them: no discovery on either side.
		MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) {
			mapper := meta.NewDefaultRESTMapper([]schema.GroupVersion{groupVersion})
			mapper.Add(groupVersion.WithKind("Widget"), meta.RESTScopeNamespace)
			return mapper, nil
		},
	})
	check(err)
	ctx, stop := context.WithCancel(ctrl.SetupSignalHandler())
	reconciler := &widgetReconciler{Client: manager.GetClient(), options: options, seen: map[string]bool{}, stop: stop}
	check(ctrl.NewControllerManagedBy(manager).
		For(&Widget{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: options.concurrent}).
		Complete(reconciler))
	check(manager.Start(ctx))
}

type widgetReconciler struct {
	client.Client
	options    settings
	stop       context.CancelFunc
	mutex      sync.Mutex
	seen       map[string]bool
	reconciles int
	latencies  []float64
}

func (r *widgetReconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	entered := time.Now()
	var widget Widget
	if err := r.Get(ctx, request.NamespacedName, &widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if run := r.options.nextRun(widget.Status.Run); r.options.workload == "patch" && run != "" {
		r.begin(request.Name)
		original := widget.DeepCopy()
		widget.Status = WidgetStatus{Run: run, ObservedGeneration: widget.Generation}
		return ctrl.Result{}, r.Status().Patch(ctx, &widget, client.MergeFrom(original))
	}
	r.note(&widget, entered)
	return ctrl.Result{}, nil
}

// begin says when the first patch is about to be written.
func (r *widgetReconciler) begin(string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.reconciles == 0 {
		say("synced", figures{})
	}
	r.reconciles++
}

// note counts a reconcile, and says when the workload has come to its end.
func (r *widgetReconciler) note(widget *Widget, entered time.Time) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.reconciles++
	isNew := !r.seen[widget.Name]
	if isNew {
		r.seen[widget.Name] = true
	}
	isFull := isNew && len(r.seen) == r.options.count
	switch r.options.workload {
	case "sync":
		if isFull {
			say("done", figures{Reconciles: r.reconciles})
			go r.end(figures{Resident: settledMemory()})
		}
	case "patch":
		if isFull {
			say("done", figures{Reconciles: r.reconciles})
			r.stop()
		}
	case "latency":
		if isFull {
			say("synced", figures{})
			return
		}
		r.measure(widget, entered)
	case "replay":
		if isFull {
			say("synced", figures{})
			r.reconciles = 0
		}
		if version, _ := strconv.ParseInt(widget.ResourceVersion, 10, 64); version == r.options.last {
			say("done", figures{Reconciles: r.reconciles})
			r.stop()
		}
	}
}

func (r *widgetReconciler) end(last figures) {
	say("memory", last)
	r.stop()
}

// measure takes the time from the write, which its annotation tells in microseconds.
func (r *widgetReconciler) measure(widget *Widget, entered time.Time) {
	written, err := strconv.ParseInt(widget.Annotations["bench.kops.dev/written"], 10, 64)
	if err != nil || len(r.seen) < r.options.count {
		return
	}
	r.latencies = append(r.latencies, float64(entered.UnixMicro()-written)/1000)
	if len(r.latencies) == r.options.samples {
		say("done", figures{P50: quantile(r.latencies, 0.5), P99: quantile(r.latencies, 0.99)})
		r.stop()
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
