/** The part of JSON Schema that the OpenAPI document of the operator API uses. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface Operation {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, Schema> }
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/**
 * Returns an OpenAPI document's types in the shape that `openapi-fetch` reads. `openapi-typescript`
 * would write the same, but needs the compiler API that TypeScript 7 dropped.
 */
export const typesOf = ({ paths, components }: Document): string =>
  [
    '// Written from the routes by `npm run make:operator-client`, which every type check runs. Do not edit it.',
    '',
    'export interface paths {',
    ...Object.entries(paths).map(([path, operations]) => pathType(path, operations)),
    '}',
    '',
    'export interface components {',
    '  schemas: {',
    ...Object.entries(components.schemas ?? {}).map(([name, schema]) =>
      [comment(schema.description, '    '), `    ${key(name)}: ${typeOf(schema, '    ')}`].join(''),
    ),
    '  }',
    '}',
    '',
  ].join('\n')

const pathType = (path: string, operations: Record<string, Operation>): string => {
  const methods = METHODS.map((method) => {
    const operation = operations[method]
    return operation
      ? `${comment(operation.summary, '    ')}    ${method}: ${operationType(operation)}`
      : `    ${method}?: never`
  })
  return [`  ${key(path)}: {`, `    parameters: ${NO_PARAMETERS}`, ...methods, '  }'].join('\n')
}

const NO_PARAMETERS = '{ query?: never; header?: never; path?: never; cookie?: never }'

const operationType = ({ parameters = [], requestBody, responses }: Operation): string => {
  const group = (where: Parameter['in']): string => {
    const own = parameters.filter((parameter) => parameter.in === where)
    if (own.length === 0) return `        ${where}?: never`
    const isRequired = own.some(({ required }) => required)
    const fields = own.map(
      ({ name, required, schema }) =>
        `          ${key(name)}${required ? '' : '?'}: ${typeOf(schema, '          ')}`,
    )
    return [`        ${where}${isRequired ? '' : '?'}: {`, ...fields, '        }'].join('\n')
  }
  const content = (types: Record<string, { schema: Schema }>, indent: string) =>
    Object.entries(types)
      .map(([type, { schema }]) => `${indent}${key(type)}: ${typeOf(schema, indent)}`)
      .join('\n')
  const answers = Object.entries(responses).map(([status, { content: types }]) =>
    [
      `        ${status}: {`,
      '          headers: { [name: string]: unknown }',
      ...(types ? ['          content: {', content(types, '            '), '          }'] : []),
      '        }',
    ].join('\n'),
  )
  return [
    '{',
    '      parameters: {',
    ...(['query', 'header', 'path'] as const).map(group),
    '        cookie?: never',
    '      }',
    ...(requestBody
      ? ['      requestBody: {', '        content: {']
          .concat(content(requestBody.content, '          '))
          .concat('        }', '      }')
      : ['      requestBody?: never']),
    '      responses: {',
    ...answers,
    '      }',
    '    }',
  ].join('\n')
}

const typeOf = (schema: Schema, indent: string): string => {
  if (schema.$ref) {
    return `components['schemas'][${literal(schema.$ref.replace('#/components/schemas/', ''))}]`
  }
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return unionOf(schema.enum.map(literal))
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return unionOf(variants.map((each) => typeOf(each, indent)))
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each, indent)})`).join(' & ')
  if (Array.isArray(schema.type)) {
    return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${typeOf(schema.items ?? {}, indent)})[]`
    case 'object':
      return objectType(schema, indent)
    default:
      return 'unknown'
  }
}

const objectType = (
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string => {
  const below = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${comment(schema.description, below)}${below}${key(name)}${mark}: ${typeOf(schema, below)}`
  })
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  const value = typeof additionalProperties === 'object' ? additionalProperties : {}
  if (fields.length === 0) {
    return isOpen ? `{ [name: string]: ${typeOf(value, indent)} }` : 'Record<string, never>'
  }
  // Beside fields of other types, a name can have any.
  const more = isOpen ? [`${below}[name: string]: unknown`] : []
  return ['{', ...fields, ...more, `${indent}}`].join('\n')
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))

const comment = (text: string | undefined, indent: string): string => {
  const words = text?.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim()
  return words ? `${indent}/** ${words} */\n` : ''
}
