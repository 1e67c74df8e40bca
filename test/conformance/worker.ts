import { parentPort } from 'node:worker_threads'
import { examine, type Finding, type Subject } from './examine.ts'
import { mutate, type Draw, type Mutation } from './mutate.ts'

/** A piece of work for a thread: a file to examine, or edits of its types to try. */
export interface Task {
  readonly subject: Subject
  readonly draws?: readonly Draw[]
}

/** One of the threads that share the files of a folder. */
parentPort?.on('message', (task: Task) => {
  void perform(task).then((result) => parentPort?.postMessage(result))
})

function perform({ subject, draws }: Task): Promise<Finding | Mutation[]> {
  return draws === undefined ? examine(subject) : mutate(subject, draws)
}
