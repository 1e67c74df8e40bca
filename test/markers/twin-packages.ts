/*
 * Packages of one kind, `Widget`, whose spec has one property, in TypeScript and in Go.
 */

/** The text of the package of each version. */
export type Sources = Readonly<Record<string, string>>

interface PackageParts {
  readonly group: string
  /** Marker lines of the kind. */
  readonly markers?: readonly string[]
  readonly status?: boolean
  readonly declarations?: string
}

export function typescriptPackage({
  group,
  property,
  markers = [],
  status = false,
  declarations = '',
}: PackageParts & { readonly property: string }): { readonly v1: string } {
  const v1 = `// +groupName=${group}
import type { CustomResource, Int32, IntOrString } from 'kops'

export interface WidgetSpec {
${property}
}

${comment(markers)}export interface Widget extends CustomResource {
  spec: WidgetSpec${status ? '\n  status?: { count?: Int32; selector?: string }' : ''}
}

${declarations}
`
  return { v1 }
}

export function goPackage({
  group,
  field,
  markers = [],
  status = false,
  declarations = '',
}: PackageParts & { readonly field: string }): { readonly v1: string } {
  const text = `${field}\n${declarations}`
  const v1 = `// +groupName=${group}
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
${text.includes('intstr.') ? '\t"k8s.io/apimachinery/pkg/util/intstr"\n' : ''})

type WidgetSpec struct {
${field}
}
${
  status
    ? '\ntype WidgetStatus struct {\n\tCount    int32  `json:"count,omitempty"`\n\tSelector string `json:"selector,omitempty"`\n}\n'
    : ''
}
${comment(markers)}type Widget struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`

	Spec WidgetSpec \`json:"spec"\`
${status ? '\tStatus WidgetStatus `json:"status,omitempty"`\n' : ''}}

${declarations}
`
  return { v1 }
}

/** Marker lines, each given without `// +`. */
export function comment(lines: readonly string[]): string {
  return lines.map((line) => `// +${line}\n`).join('')
}
