// +groupName=samplecrd.k8s.io
export {}
