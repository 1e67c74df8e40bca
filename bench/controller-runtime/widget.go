package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var groupVersion = schema.GroupVersion{Group: "bench.kops.dev", Version: "v1"}

// Setting is one of a Widget's many.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// WidgetSpec has the sorts of fields that APIs are made of.
type WidgetSpec struct {
	Image    string            `json:"image"`
	Replicas int32             `json:"replicas"`
	Selector map[string]string `json:"selector,omitempty"`
	Settings []Setting         `json:"settings,omitempty"`
}

// WidgetStatus is what the reconciler writes.
type WidgetStatus struct {
	Run                string `json:"run,omitempty"`
	ObservedGeneration int64  `json:"observedGeneration,omitempty"`
}

// Widget is the kind that is watched.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              WidgetSpec   `json:"spec"`
	Status            WidgetStatus `json:"status"`
}

// WidgetList is a page of them.
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata"`
	Items           []Widget `json:"items"`
}

func (in *Widget) copyInto(out *Widget) {
	*out = *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	if in.Spec.Selector != nil {
		out.Spec.Selector = make(map[string]string, len(in.Spec.Selector))
		for key, value := range in.Spec.Selector {
			out.Spec.Selector[key] = value
		}
	}
	out.Spec.Settings = append([]Setting(nil), in.Spec.Settings...)
}

// DeepCopy is what controller-gen would write.
func (in *Widget) DeepCopy() *Widget {
	out := new(Widget)
	in.copyInto(out)
	return out
}

// DeepCopyObject makes a Widget a runtime.Object.
func (in *Widget) DeepCopyObject() runtime.Object { return in.DeepCopy() }

// DeepCopyObject makes a WidgetList a runtime.Object.
func (in *WidgetList) DeepCopyObject() runtime.Object {
	out := &WidgetList{TypeMeta: in.TypeMeta}
	in.ListMeta.DeepCopyInto(&out.ListMeta)
	out.Items = make([]Widget, len(in.Items))
	for index := range in.Items {
		in.Items[index].copyInto(&out.Items[index])
	}
	return out
}

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	scheme.AddKnownTypes(groupVersion, &Widget{}, &WidgetList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
	return scheme
}
