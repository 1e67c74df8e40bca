import { readFileSync } from 'node:fs'

export const release = 'v1.37.2'

const path = new URL(`../../src/kubernetes/facts/${release}.json`, import.meta.url)

/** @type {{ resources: Record<string, any[]>, types: Record<string, Record<string, Record<string, any>>> }} */
export const facts = JSON.parse(readFileSync(path, 'utf8'))
