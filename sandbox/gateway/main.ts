import { serveSandbox } from './serve.ts'

await serveSandbox()
