import { comment, key, literal, type Schema, typeWriter } from './schema-types.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

interface Operation {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

/** Names of the package for components that the OpenAPI document names otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  OrderInMessage: 'Order',
  PaymentInMessage: 'Payment',
  SavedCardInMessage: 'SavedCard',
  CustomerOutput: 'Customer',
  RefundInMessage: 'RefundSnapshot',
  ListedProblem: 'Alert',
  ProblemList: 'AlertList',
  Problem: 'ProblemDocument',
  // Names of the web platform's own types.
  Event: 'GatewayEvent',
  EventList: 'GatewayEventList',
  EventWithBody: 'GatewayEventWithBody',
  Notification: 'SentNotification',
  NotificationList: 'SentNotificationList',
}

const nameOf = (component: string): string => NAMES[component] ?? component

const typeOf = typeWriter({ nameOf, undefinedIsAbsent: true })

/** Returns the module of `@puente/node` that knows the merchant API: its types, routes and codes. */
export const nodeClientOf = ({ paths, webhooks, components }: Document): string => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  )
  const codes = components.schemas.Problem?.properties?.code?.enum
  if (!codes) throw new Error('The OpenAPI document has no codes of problems')
  return [
    '// Written from the routes by `npm run make:clients`. Do not edit it.',
    '',
    ...componentTypes(components.schemas),
    ...operations.flatMap(inputTypes),
    '/** Input and answer of each call, by its name in the OpenAPI document. */',
    'export interface Operations {',
    ...operations.map(operationType),
    '}',
    '',
    '/** Method, path and format of the answer of each call. */',
    'export const OPERATIONS = {',
    ...operations.map(
      (operation) =>
        `  ${operation.operationId}: { method: ${literal(operation.method.toUpperCase())}, path: ${literal(operation.path)}, answer: ${literal(formatOf(operation))} },`,
    ),
    '} as const',
    '',
    '/** The codes of the errors that Puente answers. */',
    'export const ERROR_CODES = [',
    ...codes.map((code) => `  ${literal(code)},`),
    '] as const',
    '',
    '/** Data of each notification, by its type. */',
    'export interface NotificationData {',
    ...Object.entries(webhooks).map(([type, { post }]) => notificationType(type, post)),
    '}',
    '',
    '/** The types of notifications. */',
    'export const NOTIFICATION_TYPES = [',
    ...Object.keys(webhooks).map((type) => `  ${literal(type)},`),
    '] as const',
    '',
    ...answerTypes(webhooks),
  ].join('\n')
}

/** Writes each name once; components that share a name have the same type. */
const componentTypes = (schemas: Record<string, Schema>): string[] => {
  const types = new Map<string, { text: string; description: string | undefined }>()
  for (const [component, schema] of Object.entries(schemas)) {
    const name = nameOf(component)
    const text = typeOf(schema, '')
    const known = types.get(name)
    if (known && known.text !== text) throw new Error(`${component} is another ${name}`)
    types.set(name, { text, description: schema.description })
  }
  return [...types].map(
    ([name, { text, description }]) => `${comment(description, '')}export type ${name} = ${text}\n`,
  )
}

const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema

const queryOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.filter((parameter) => parameter.in === 'query')

/** A query, and a body without a name in the document, are named by their call. */
const inputTypes = (operation: Operation): string[] => {
  const body = bodyOf(operation)
  const query = queryOf(operation)
  return [
    ...(body && !body.$ref
      ? [`export type ${pascal(operation.operationId)}Request = ${typeOf(body, '')}\n`]
      : []),
    ...(query.length > 0
      ? [`export type ${pascal(operation.operationId)}Query = ${typeOf(schemaOf(query), '')}\n`]
      : []),
  ]
}

/** Values of a flag in a query, for which callers pass a boolean. */
const FLAG: readonly unknown[] = ['0', '1', 'true', 'false']

const isFlag = ({ enum: values }: Schema): boolean =>
  values?.length === FLAG.length && values.every((value) => FLAG.includes(value))

const schemaOf = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description = schema.description }) => [
      name,
      isFlag(schema) ? { type: 'boolean', description } : { ...schema, description },
    ]),
  ),
  required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
})

const successOf = ({ responses }: Operation): Content[] =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') && content ? [content] : [],
  )

const FORMATS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'text/csv': 'text',
  'application/pdf': 'bytes',
}

const formatOf = (operation: Operation): string => {
  const formats = new Set(successOf(operation).flatMap((content) => Object.keys(content)))
  const [format = ''] = formats
  const known = FORMATS[format]
  if (formats.size !== 1 || !known)
    throw new Error(`${operation.operationId} answers ${[...formats]}`)
  return known
}

const answerOf = (operation: Operation): string => {
  switch (formatOf(operation)) {
    case 'text':
      return 'string'
    case 'bytes':
      return 'Uint8Array'
    default:
      return [
        ...new Set(
          successOf(operation).flatMap((content) =>
            Object.values(content).map(({ schema }) => typeOf(schema, '    ')),
          ),
        ),
      ].join(' | ')
  }
}

const operationType = (operation: Operation): string => {
  const { operationId, summary, parameters = [] } = operation
  const names = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
  const body = bodyOf(operation)
  const named = `${pascal(operationId)}Request`
  return [
    `${comment(summary, '  ')}  ${operationId}: {`,
    `    path: ${names.length > 0 ? `{ ${names.map((name) => `${key(name)}: string`).join('; ')} }` : 'undefined'}`,
    `    query: ${queryOf(operation).length > 0 ? `${pascal(operationId)}Query` : 'undefined'}`,
    `    body: ${body ? (body.$ref ? typeOf(body, '') : named) : 'undefined'}`,
    `    answer: ${answerOf(operation)}`,
    '  }',
  ].join('\n')
}

const notificationType = (type: string, post: Operation): string => {
  const data = bodyOf(post)?.properties?.data
  if (!data) throw new Error(`${type} has no data`)
  return `${comment(post.summary, '  ')}  ${literal(type)}: ${typeOf(data, '  ')}`
}

/** The answer that a notification asks for. */
const answerTypes = (webhooks: Document['webhooks']): string[] => {
  const answer = webhooks['orders.requested']?.post.responses['200']?.content
  const schema = answer?.['application/json']?.schema
  if (!schema) throw new Error('orders.requested asks for no answer')
  return [
    '/** The answer to `orders.requested`. */',
    `export type RequestedOrders = ${typeOf(schema, '')}`,
    '',
  ]
}
