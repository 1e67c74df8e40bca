/** How many failure scenarios there are. */
export const rowCount = 35

/** Those of webhooks. */
export const awaitedRows: ReadonlySet<number> = new Set([16, 20, 21, 22, 23])
