// The controller-runtime side of `node bench/run.js webhooks`: a defaulting and a validating webhook for Widgets, as a
// kubebuilder user would write them. Its twin is bench/runtime/programs/webhooks.js.
package main

import (
	"context"
	"crypto/tls"
	"flag"
	"fmt"
	"os"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const mostReplicas = 10

type widgetDefaulter struct{}

// Default fills in what the author of a Widget left open.
func (widgetDefaulter) Default(_ context.Context, widget *Widget) error {
	if widget.Spec.Replicas == 0 {
		widget.Spec.Replicas = 1
	}
	if widget.Labels == nil {
		widget.Labels = map[string]string{}
	}
	widget.Labels["bench.kops.dev/defaulted"] = "true"
	return nil
}

type widgetValidator struct{}

func (widgetValidator) ValidateCreate(_ context.Context, widget *Widget) (admission.Warnings, error) {
	return nil, judge(widget)
}

func (widgetValidator) ValidateUpdate(_ context.Context, _, widget *Widget) (admission.Warnings, error) {
	return nil, judge(widget)
}

func (widgetValidator) ValidateDelete(context.Context, *Widget) (admission.Warnings, error) {
	return nil, nil
}

func judge(widget *Widget) error {
	var errors field.ErrorList
	spec := field.NewPath("spec")
	if widget.Spec.Replicas > mostReplicas {
		errors = append(errors, field.Invalid(spec.Child("replicas"), widget.Spec.Replicas, "must be at most 10"))
	}
	seen := map[string]bool{}
	for index, setting := range widget.Spec.Settings {
		if seen[setting.Name] {
			errors = append(errors, field.Duplicate(spec.Child("settings").Index(index).Child("name"), setting.Name))
		}
		seen[setting.Name] = true
	}
	if len(errors) == 0 {
		return nil
	}
	return apierrors.NewInvalid(groupVersion.WithKind("Widget").GroupKind(), widget.Name, errors)
}

// runWebhookSide runs what `webhooks` and `load` stand for, and says whether the command was one of them.
func runWebhookSide(command string, arguments []string) bool {
	flags := flag.NewFlagSet(command, flag.ExitOnError)
	isHTTP2 := flags.Bool("http2", false, "by HTTP/2")
	port := flags.Int("port", 0, "where webhooks are served")
	folder := flags.String("certs", "", "the folder of the certificate")
	var options load
	flags.StringVar(&options.reviews, "reviews", "", "file of AdmissionReviews, one a line")
	flags.IntVar(&options.process, "process", 0, "the server's process")
	flags.IntVar(&options.concurrent, "concurrent", 16, "admissions at once")
	flags.IntVar(&options.rate, "rate", 0, "admissions a second; 0 for as many as there may be")
	flags.DurationVar(&options.duration, "duration", 5*time.Second, "how long")
	switch command {
	case "webhooks":
		check(flags.Parse(arguments))
		serveWebhooks(*port, *folder, *isHTTP2)
	case "load":
		check(flags.Parse(arguments))
		options.isHTTP2 = *isHTTP2
		options.address = fmt.Sprintf("https://127.0.0.1:%d", *port)
		runLoad(options)
	default:
		return false
	}
	return true
}

func serveWebhooks(port int, folder string, offersHTTP2 bool) {
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	server := webhook.NewServer(webhook.Options{
		Host:    "127.0.0.1",
		Port:    port,
		CertDir: folder,
		TLSOpts: []func(*tls.Config){func(config *tls.Config) {
			if !offersHTTP2 {
				config.NextProtos = []string{"http/1.1"}
			}
		}},
	})
	scheme := newScheme()
	server.Register("/mutate", admission.WithDefaulter[*Widget](scheme, widgetDefaulter{}))
	server.Register("/validate", admission.WithValidator[*Widget](scheme, widgetValidator{}))
	check(server.Start(ctrl.SetupSignalHandler()))
}
