import { once } from 'node:events'
import { Session } from 'node:inspector/promises'
import { getHeapSnapshot } from 'node:v8'
import type { Clock } from '../../clock/clock.ts'
import { sleep } from '../../clock/sleep.ts'
import { answer, urlOf, type HttpHandler, type HttpResponse } from './http-answer.ts'

const defaultSeconds = 30
const mostSeconds = 300

/**
 * Where this process spends its time and its memory, in the formats that Chrome's and Visual Studio Code's profilers
 * open: `/debug/profile?seconds=30` and `/debug/heap`. Both cost: the process is slower while it is profiled, and
 * stands still, at twice its memory, while its heap is written.
 */
export function profilingHandlers(clock: Clock): Readonly<Record<string, HttpHandler>> {
  let isBusy = false
  const exclusively =
    (handler: HttpHandler): HttpHandler =>
    async (request, response) => {
      if (isBusy) return answer(response, 409, { body: 'a profile is being taken already\n' })
      isBusy = true
      try {
        await handler(request, response)
      } finally {
        isBusy = false
      }
    }
  return {
    '/debug/profile': exclusively(async (request, response) => {
      const seconds = Number(urlOf(request).searchParams.get('seconds') ?? defaultSeconds)
      if (!(seconds > 0 && seconds <= mostSeconds)) {
        return answer(response, 400, { body: `seconds must be from 1 to ${mostSeconds}\n` })
      }
      const body = JSON.stringify(await profile(clock, seconds * 1000))
      download(response, 'cpu.cpuprofile')
      answer(response, 200, { body, contentType: 'application/json' })
    }),
    '/debug/heap': exclusively((_request, response) => {
      download(response, 'heap.heapsnapshot')
      return writeHeap(response)
    }),
  }
}

function download(response: HttpResponse, fileName: string): void {
  response.setHeader('content-disposition', `attachment; filename=${fileName}`)
}

async function profile(clock: Clock, durationMs: number): Promise<object> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    await sleep(clock, durationMs)
    const { profile: taken } = await session.post('Profiler.stop')
    return taken
  } finally {
    session.disconnect()
  }
}

async function writeHeap(response: HttpResponse): Promise<void> {
  response.setHeader('content-type', 'application/json')
  const snapshot = getHeapSnapshot()
  for await (const chunk of snapshot) {
    if (!response.writable) break
    if (!(response as NodeJS.WritableStream).write(chunk as Buffer)) await once(response, 'drain')
  }
  response.end()
}
