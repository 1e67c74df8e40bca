import type { TypedObject } from '../../../src/runtime/client/client.ts'
import type { ResourceEventHandler } from '../../../src/runtime/informer/informer.ts'

/** Folds the events of a handler, and notes each that does not fit what was said before. */
export class RecordingHandler implements ResourceEventHandler<TypedObject> {
  readonly objects = new Map<string, TypedObject>()
  readonly contradictions: string[] = []
  readonly events: string[] = []

  onAdd(object: TypedObject): void {
    this.#note('add', object, !this.objects.has(nameOf(object)))
    this.objects.set(nameOf(object), object)
  }

  onUpdate(old: TypedObject, object: TypedObject): void {
    const known = this.objects.get(nameOf(object))
    this.#note('update', object, known === old && known.metadata?.uid === object.metadata?.uid)
    this.objects.set(nameOf(object), object)
  }

  onDelete(object: TypedObject): void {
    const known = this.objects.get(nameOf(object))
    this.#note('delete', object, known?.metadata?.uid === object.metadata?.uid)
    this.objects.delete(nameOf(object))
  }

  #note(event: string, object: TypedObject, fits: boolean): void {
    const line = `${event} ${nameOf(object)}@${object.metadata?.resourceVersion}`
    this.events.push(line)
    if (!fits) this.contradictions.push(line)
  }
}

function nameOf(object: TypedObject): string {
  return object.metadata?.name ?? ''
}

/** Objects in one order, by what tells their states apart. */
export function statesOf(objects: Iterable<TypedObject>): string[] {
  return [...objects]
    .map(({ metadata = {} }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`)
    .sort()
}
