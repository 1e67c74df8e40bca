// +groupName=webhooks.cases.kops.dev
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:webhookconfiguration:mutating=true,name=examples
// +kubebuilder:webhook:path=/mutate-webhooks-v1-example,mutating=true,failurePolicy=fail,sideEffects=None,groups=webhooks.cases.kops.dev,resources=examples,verbs=create;update,versions=v1,name=mexample.webhooks.cases.kops.dev,admissionReviewVersions=v1;v1beta1,reinvocationPolicy=IfNeeded,timeoutSeconds=5,matchPolicy=Exact
// +kubebuilder:webhook:path=/validate-webhooks-v1-example,mutating=false,failurePolicy=ignore,sideEffects=NoneOnDryRun,groups=webhooks.cases.kops.dev;core,resources=examples;examples/status,verbs=*,versions=v1;v2,name=vexample.webhooks.cases.kops.dev,admissionReviewVersions=v1,serviceName=mine,serviceNamespace=infra,servicePort=9443
// +kubebuilder:webhook:url="https://elsewhere.cases.kops.dev:8443/validate",mutating=false,failurePolicy=fail,sideEffects=none,groups="*",resources="*",verbs=delete;connect,versions="*",name=elsewhere.webhooks.cases.kops.dev,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/patched,mutating=false,failurePolicy=fail,sideEffects=None,groups=core,resources=pods,verbs=create,versions=v1,name=patched.webhooks.cases.kops.dev,admissionReviewVersions=v1,timeoutSeconds=10,patch=`{"timeoutSeconds":null,"namespaceSelector":{"matchLabels":{"a":"b"}},"matchConditions":[{"name":"x","expression":"true"}]}`

type ExampleSpec struct {
	Name string `json:"name"`
}

type Example struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExampleSpec `json:"spec"`
}
