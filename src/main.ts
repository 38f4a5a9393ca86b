import { serveRoles } from './cli/serve.ts'

await serveRoles()
