import { serveRoles } from './cli/servers/serve.ts'

await serveRoles()
