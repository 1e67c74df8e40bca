import { cpus } from 'node:os'
import { Worker } from 'node:worker_threads'

/** As many threads as there are processors, which take one task after the other. */
export class ThreadPool<Task, Result> {
  readonly #threads: readonly Worker[]

  constructor(program: URL) {
    this.#threads = cpus().map(() => new Worker(program))
  }

  /** The results in the order of the tasks. */
  async run(tasks: readonly Task[], onResult: (done: number) => void): Promise<Result[]> {
    const waiting = tasks.map((task, index) => ({ task, index }))
    const results: { readonly index: number; readonly result: Result }[] = []
    const runOne = async (thread: Worker): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        results.push({ index: next.index, result: await this.#ask(thread, next.task) })
        onResult(results.length)
      }
    }
    await Promise.all(this.#threads.map(runOne))
    return results.toSorted((left, right) => left.index - right.index).map(({ result }) => result)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((each) => each.terminate()))
  }

  #ask(thread: Worker, task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      thread.once('error', reject)
      thread.once('message', (result: Result) => {
        thread.off('error', reject)
        resolve(result)
      })
      thread.postMessage(task)
    })
  }
}
