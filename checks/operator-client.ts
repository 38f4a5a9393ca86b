import { comment, key, literal, type Schema, typeWriter } from './schema-types.ts'

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

const typeOf = typeWriter({ nameOf: (name) => `components['schemas'][${literal(name)}]` })

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
