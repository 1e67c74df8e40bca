/** Someone. */
export interface Person {
  name: string
}
