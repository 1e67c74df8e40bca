export type { Person as Owner } from './person.ts'
export * from './sizes.ts'
