import type { TypedObject } from '../client/client.ts'

/** V8 keeps one copy of each shorter text that it parses. */
const shortest = 11

/**
 * Lets objects share the texts that they have in common: names, times, images and labels repeat from one object of a
 * kind to the next, and within one. Parsing makes a copy of each; a quarter of what a cache takes, measured. Texts never
 * change, so nobody can tell. No table of texts is kept: each object is compared with one that is like it.
 */
export class TextSharer<T extends TypedObject> {
  #neighbour: unknown
  #name: string | undefined
  #last = ''

  /** Takes texts from `known`, an earlier state of the object, or else from the object that came before. */
  share(object: T, known: T | undefined): void {
    this.#name = object.metadata?.name
    this.#walk(object, known ?? this.#neighbour)
    this.#neighbour = object
  }

  /** Goes through both at once. */
  #walk(value: object, like: unknown): void {
    if (Array.isArray(value)) this.#walkList(value, Array.isArray(like) ? like : nothing)
    // Both come from JSON: what can be read by a name is a value of JSON, or nothing of use.
    else this.#walkFields(value as Fields, isObject(like) ? (like as Fields) : noFields)
  }

  #walkList(list: unknown[], like: readonly unknown[]): void {
    for (let index = 0; index < list.length; index++) {
      const each = list[index]
      if (typeof each === 'string') list[index] = this.#shared(each, like[index])
      else if (isObject(each)) this.#walk(each, like[index])
    }
  }

  #walkFields(fields: Fields, like: Fields): void {
    for (const name in fields) {
      const each = fields[name]
      // Read only as a text to share: what Object.prototype has is none.
      if (typeof each === 'string') fields[name] = this.#shared(each, like[name])
      // Half of an object, and mostly dropped.
      else if (isObject(each) && name !== 'managedFields') this.#walk(each, like[name])
    }
  }

  /** The same text, and where there is one the same copy of it. */
  #shared(text: string, known: unknown): string {
    if (text.length < shortest) return text
    if (text === known) return known
    if (text === this.#name) return this.#name
    if (text === this.#last) return this.#last
    this.#last = text
    return text
  }
}

type Fields = Record<string, unknown>

const nothing: readonly unknown[] = []
const noFields: Fields = {}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
