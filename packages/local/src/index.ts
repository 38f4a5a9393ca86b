export { type LocalPuente, type LocalPuenteOptions, startPuente } from './start-puente.ts'
export { VERSION } from './version.ts'
