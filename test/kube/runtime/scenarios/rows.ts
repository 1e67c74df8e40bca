/** How many failure scenarios there are. */
export const rowCount = 35
