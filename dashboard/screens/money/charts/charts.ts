export { DayCharts } from './day-charts.tsx'
export { NotifiedLines } from './notified-lines.tsx'
