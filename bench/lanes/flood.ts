import type { Extent } from '../measure/extent.ts'
import type { Findings } from '../report/section.ts'
import { floodOfEvents } from './flood-of-events.ts'
import { floodOfTasks } from './flood-of-tasks.ts'

export const benchFlood = async (extent: Extent): Promise<Findings> => {
  const events = await floodOfEvents(extent)
  const tasks = await floodOfTasks(extent)
  return {
    sections: [
      {
        title: 'Delays of a quiet store, ms, while another one is flooded',
        columns: ['what', 'median', 'slowest'],
        rows: [...events.rows, ...tasks.rows],
      },
    ],
    figures: { ...events.figures, ...tasks.figures },
  }
}
