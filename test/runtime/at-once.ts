/**
 * The value of a promise that needs no time: fails where it waits for a timer or for somebody else, so that a test
 * says what is missing instead of running out of time.
 */
export async function atOnce<T>(promise: Promise<T>): Promise<T> {
  const waits = new Promise<never>((_resolve, reject) => {
    setImmediate(() =>
      setImmediate(() => reject(new Error('expected a value at once, but it waits'))),
    )
  })
  return await Promise.race([promise, waits])
}
