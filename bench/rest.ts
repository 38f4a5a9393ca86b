import { install } from './installation.ts'
import { startPuenteProcess } from './puente-process.ts'
import { median, type Row } from './table.ts'

const STARTS = 3
const REST_MS = 5_000

/** Start-up time on an existing ledger, and memory when nothing happens. */
export const benchRest = async (): Promise<Row[]> => {
  const installation = await install(null)
  try {
    const starts: number[] = []
    let residentMb = 0
    for (let start = 0; start < STARTS; start++) {
      const puente = await startPuenteProcess(installation.environment)
      starts.push(puente.startMs)
      if (start === STARTS - 1) {
        await new Promise((resolve) => setTimeout(resolve, REST_MS))
        residentMb = puente.residentMb()
      }
      await puente.stop()
    }
    const note = 'web and worker in one process'
    return [
      { what: 'start until healthy, median', figure: `${Math.round(median(starts))} ms`, note },
      { what: 'memory at rest', figure: `${Math.round(residentMb)} MB`, note },
    ]
  } finally {
    await installation.remove()
  }
}
