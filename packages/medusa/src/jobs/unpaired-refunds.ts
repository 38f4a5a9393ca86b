import { type Container, servicesOf } from '../notifications/container.js'
import { applyUnpairedRefunds } from '../notifications/unpaired-refunds.js'

/** Looks at refunds that a crash of Medusa left without an answer, of which no notification tells. */
export default (container: Container): Promise<void> => applyUnpairedRefunds(servicesOf(container))

export const config = { name: 'puente-unpaired-refunds', schedule: '* * * * *' }
