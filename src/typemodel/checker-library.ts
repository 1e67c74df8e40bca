/**
 * The few global types that the checker is given in place of the language's own library: enough to
 * compute types, and nothing whose members could leak into a schema. Read only when a checker is built.
 */
export const checkerLibrary = `
interface Object {}
interface Function { readonly name: string }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments { readonly length: number }
interface String { readonly length: number; toUpperCase(): string; toLowerCase(): string; trim(): string; split(by: string): string[]; slice(start?: number, end?: number): string; concat(...texts: string[]): string }
interface Number { toFixed(digits?: number): string; toString(radix?: number): string }
interface Boolean { valueOf(): boolean }
interface Symbol { readonly description: string | undefined }
interface BigInt { toString(): string }
interface RegExp { test(text: string): boolean }
interface Date { getTime(): number; toISOString(): string }
interface Error { name: string; message: string }
interface Map<K, V> { get(key: K): V | undefined; set(key: K, value: V): this }
interface Set<T> { add(value: T): this; has(value: T): boolean }
interface WeakMap<K, V> { get(key: K): V | undefined }
interface WeakSet<T> { has(value: T): boolean }
interface Uint8Array { readonly length: number; [index: number]: number }
interface URL { readonly href: string }
interface PromiseLike<T> { then<R>(done: (value: T) => R | PromiseLike<R>): PromiseLike<R> }
interface Promise<T> { then<R>(done: (value: T) => R | PromiseLike<R>): Promise<R> }
interface ConcatArray<T> { readonly length: number; readonly [index: number]: T }
interface ReadonlyArray<T> {
  readonly length: number
  readonly [index: number]: T
  map<U>(change: (value: T, index: number) => U): U[]
  filter(keeps: (value: T, index: number) => boolean): T[]
  slice(start?: number, end?: number): T[]
  concat(...others: (T | ConcatArray<T>)[]): T[]
  join(by?: string): string
  includes(value: T): boolean
}
interface Array<T> extends ReadonlyArray<T> { length: number; [index: number]: T; push(...values: T[]): number }
interface ObjectConstructor {
  keys(of: object): string[]
  values<T>(of: { [name: string]: T }): T[]
  entries<T>(of: { [name: string]: T }): [string, T][]
  assign<T, U>(to: T, from: U): T & U
  freeze<T>(of: T): Readonly<T>
  fromEntries<T>(entries: readonly (readonly [string, T])[]): { [name: string]: T }
}
declare const Object: ObjectConstructor
declare const Math: { max(...values: number[]): number; min(...values: number[]): number; random(): number; round(value: number): number; floor(value: number): number }
declare function String(value?: unknown): string
declare function Number(value?: unknown): number
declare function Boolean(value?: unknown): boolean
type PropertyKey = string | number | symbol
type Partial<T> = { [P in keyof T]?: T[P] }
type Required<T> = { [P in keyof T]-?: T[P] }
type Readonly<T> = { readonly [P in keyof T]: T[P] }
type Pick<T, K extends keyof T> = { [P in K]: T[P] }
type Record<K extends keyof any, T> = { [P in K]: T }
type Exclude<T, U> = T extends U ? never : T
type Extract<T, U> = T extends U ? T : never
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>
type NonNullable<T> = T & {}
type Parameters<T extends (...args: any) => any> = T extends (...args: infer P) => any ? P : never
type ConstructorParameters<T extends abstract new (...args: any) => any> = T extends abstract new (...args: infer P) => any ? P : never
type ReturnType<T extends (...args: any) => any> = T extends (...args: any) => infer R ? R : any
type InstanceType<T extends abstract new (...args: any) => any> = T extends abstract new (...args: any) => infer R ? R : any
type ThisParameterType<T> = T extends (this: infer U, ...args: never) => any ? U : unknown
type OmitThisParameter<T> = unknown extends ThisParameterType<T> ? T : T extends (...args: infer A) => infer R ? (...args: A) => R : T
type Awaited<T> = T extends null | undefined ? T : T extends object & { then(done: infer F): any } ? F extends (value: infer V, ...rest: infer _) => any ? Awaited<V> : never : T
type Uppercase<S extends string> = intrinsic
type Lowercase<S extends string> = intrinsic
type Capitalize<S extends string> = intrinsic
type Uncapitalize<S extends string> = intrinsic
type NoInfer<T> = intrinsic
interface ThisType<T> {}
interface TemplateStringsArray extends ReadonlyArray<string> { readonly raw: readonly string[] }
`
