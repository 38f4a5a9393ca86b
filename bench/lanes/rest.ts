import { setTimeout as sleep } from 'node:timers/promises'
import { BENCH_STORE, startBenchServer } from '../contenders/installation.ts'
import { startPuenteProcess } from '../contenders/puente-process.ts'
import { memoryMbOf } from '../measure/process-costs.ts'
import { median } from '../measure/statistics.ts'
import { digits, type Findings } from '../report/section.ts'

const STARTS = 3
const REST_MS = 5_000

export const benchRest = async (): Promise<Findings> => {
  const server = await startBenchServer()
  try {
    const { environment } = await server.install('rest', { [BENCH_STORE]: null })
    const starts: number[] = []
    const memory: number[] = []
    for (let start = 0; start < STARTS; start++) {
      const puente = await startPuenteProcess(environment)
      starts.push(puente.startMs)
      await sleep(REST_MS)
      memory.push(memoryMbOf(puente.pid, 'VmRSS'))
      await puente.stop()
    }
    return {
      sections: [
        {
          title: 'Puente in one process, idle',
          note: 'The cost of one event includes the memory under load.',
          columns: ['what', 'median'],
          rows: [
            ['start until healthy, ms', digits(median(starts))],
            ['memory, MB', digits(median(memory))],
          ],
        },
      ],
    }
  } finally {
    await server.stop()
  }
}
