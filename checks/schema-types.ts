/** The part of JSON Schema that our OpenAPI documents use. */
export interface Schema {
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
/** Writes a schema as a TypeScript type. */
export type TypeOf = (schema: Schema, indent: string) => string

/**
 * `nameOf` writes a reference to a component. `undefinedIsAbsent` lets callers pass `undefined` for
 * an optional property.
 */
export const typeWriter = ({
  nameOf,
  undefinedIsAbsent = false,
}: {
  nameOf(component: string): string
  undefinedIsAbsent?: boolean
}): TypeOf => {
  const typeOf: TypeOf = (schema, indent) => {
    if (schema.$ref) return nameOf(schema.$ref.replace('#/components/schemas/', ''))
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
        return arrayOf(typeOf(schema.items ?? {}, indent))
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
      const isRequired = required.includes(name)
      const mark = isRequired ? '' : '?'
      const more = undefinedIsAbsent && !isRequired ? ' | undefined' : ''
      return `${comment(schema.description, below)}${below}${key(name)}${mark}: ${typeOf(schema, below)}${more}`
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

  return typeOf
}

const arrayOf = (type: string): string => (/^\w+$/.test(type) ? `${type}[]` : `(${type})[]`)

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')

export const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)

export const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))

/** Keeps the lines of a list, which editors show as one. */
export const comment = (text: string | undefined, indent: string): string => {
  const lines = (text ?? '')
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */\n`].join(
    '\n',
  )
}
