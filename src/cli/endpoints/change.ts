import { storeConnections } from '../../../config/store-connections.ts'
import { StoreId } from '../../domain/ids.ts'
import {
  addNotificationEndpoint,
  changeEndpoint,
  removeNotificationEndpoint,
} from '../../payments/endpoints/change-endpoints.ts'
import { refused } from '../../payments/endpoints/endpoint-fields.ts'
import { startOfReplay } from '../../payments/endpoints/replay-notifications.ts'
import { rotateEndpointSecret } from '../../payments/endpoints/rotate-secret.ts'
import { UserError } from '../../runtime/failure.ts'
import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import { fieldMessage } from '../../runtime/text/field-messages.ts'
import type { StoreCommandContext } from '../stores/workplace.ts'
import { confirm } from '../terminal/confirm.ts'
import { noSuchStore } from '../terminal/store-named.ts'
import { endpointNamed, noSuchEndpoint, readEvents, refusedField } from './options.ts'

export interface EndpointOptions {
  id: string
  endpoint: string
}

interface FieldOptions {
  url?: string
  events?: string
  description?: string
}

/** Refuses an address that Puente does not connect to in production (SSRF). */
const requirePublic = ({ settings }: StoreCommandContext, url: string | undefined): void => {
  if (url === undefined || !URL.canParse(url)) return
  if (storeConnections(settings).refusalOf(url) !== undefined)
    throw refusedField(refused('url', fieldMessage('publicAddress')))
}

export const addEndpointCommand = async (
  workplace: StoreCommandContext,
  { id, url, events, description }: FieldOptions & { id: string; url: string },
): Promise<void> => {
  const { connecting } = workplace
  requirePublic(workplace, url)
  const storeId = StoreId.parse(id)
  const fields = { url, events: readEvents(events), description: description || null }
  const added = await addNotificationEndpoint(connecting, storeId, fields)
  switch (added.outcome) {
    case 'no-such-store':
      throw await noSuchStore(connecting.query, storeId)
    case 'refused':
      throw refusedField(added)
    case 'too-many':
      throw new UserError(`The store already has ${added.most} endpoints. Remove one first.`)
    case 'added':
      console.log(`Added an endpoint to the store "${storeId}".

  Endpoint           ${added.endpoint.id}
  Address            ${addressWithoutSecrets(added.endpoint.url)}
  Events             ${added.endpoint.events?.join(', ') ?? 'all'}
  Notify secret      ${added.secret}

Puente does not show the secret again.`)
  }
}

export const changeEndpointCommand = async (
  workplace: StoreCommandContext,
  { id, endpoint, url, events, description }: EndpointOptions & FieldOptions,
): Promise<void> => {
  const { connecting } = workplace
  requirePublic(workplace, url)
  const known = await endpointNamed(connecting.query, { id, endpoint })
  const fields = {
    url,
    events: readEvents(events),
    description: description === '' ? null : description,
  }
  const changed = await changeEndpoint(connecting, known, fields)
  if (changed.outcome === 'refused') throw refusedField(changed)
  if (changed.outcome === 'no-such-endpoint') throw noSuchEndpoint()
  console.log(`Changed the endpoint ${endpoint}.`)
}

export const enableEndpoint = async (
  { connecting }: StoreCommandContext,
  { id, endpoint }: EndpointOptions,
): Promise<void> => {
  const known = await endpointNamed(connecting.query, { id, endpoint })
  const changed = await changeEndpoint(connecting, known, { isEnabled: true })
  if (changed.outcome !== 'changed') throw noSuchEndpoint()
  const { missed_since: since } = changed.endpoint
  const missed = since
    ? ` Send what it missed: stores endpoints replay --id ${id} --endpoint ${endpoint} --from ${startOfReplay(since, connecting.now).toISOString()}`
    : ''
  console.log(`Enabled the endpoint ${endpoint}.${missed}`)
}

export const disableEndpointCommand = async (
  { connecting }: StoreCommandContext,
  { id, endpoint }: EndpointOptions,
): Promise<void> => {
  const known = await endpointNamed(connecting.query, { id, endpoint })
  const changed = await changeEndpoint(connecting, known, { isEnabled: false })
  if (changed.outcome !== 'changed') throw noSuchEndpoint()
  console.log(
    `Disabled the endpoint ${endpoint}. After you enable it, replay the missed notifications.`,
  )
}

export const removeEndpointCommand = async (
  { connecting }: StoreCommandContext,
  { id, endpoint, yes }: EndpointOptions & { yes: boolean },
): Promise<void> => {
  const known = await endpointNamed(connecting.query, { id, endpoint })
  const address = addressWithoutSecrets(known.url)
  await confirm(`This removes the endpoint ${address} with its secret.`, { yes })
  const removed = await removeNotificationEndpoint(connecting, known)
  if (removed.outcome === 'no-such-endpoint') throw noSuchEndpoint()
  console.log(`Removed the endpoint ${address}.`)
}

export const rotateEndpointCommand = async (
  { connecting }: StoreCommandContext,
  { id, endpoint, until }: EndpointOptions & { until?: Date },
): Promise<void> => {
  const known = await endpointNamed(connecting.query, { id, endpoint })
  const rotated = await rotateEndpointSecret(connecting, known, { until })
  switch (rotated.outcome) {
    case 'no-such-endpoint':
      throw noSuchEndpoint()
    case 'refused':
      throw refusedField(rotated)
    case 'not-yet':
      throw new UserError(
        `Too many rotations: earlier secrets are still valid. Try again from ${rotated.from.toISOString()}.`,
      )
    case 'rotated':
      console.log(`Replaced the secret of the endpoint ${endpoint}.

  Notify secret      ${rotated.secret}

Puente does not show it again. Until ${rotated.until.toISOString()}, Puente also signs with the previous secret.`)
  }
}
