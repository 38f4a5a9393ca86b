import {
  buildASTSchema,
  buildClientSchema,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isTypeDefinitionNode,
  isUnionType,
  Kind,
  parse,
  printSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

type Kept = Map<string, Set<string>>

/**
 * Prunes a schema to what operations use, as SDL: selected fields, plain fields beside them,
 * argument types, all directives.
 */
export const prunedSchema = (
  introspection: IntrospectionQuery,
  documents: readonly DocumentNode[],
): string => {
  const schema = buildClientSchema(introspection)
  const kept = selectedFields(schema, documents)
  keepOneQuery(kept, schema)
  keepMembers(kept, schema)
  keepPlainFields(kept, schema)
  keepOfInterfaces(kept, schema)
  const beside = typesBeside(kept, schema)
  const isKept = (name: string) => kept.has(name) || beside.has(name)
  const pruned: DocumentNode = visit(parse(printSchema(schema)), {
    enter: (node, key, parent) => {
      if (isTypeDefinitionNode(node) && !isKept(node.name.value)) return null
      switch (node.kind) {
        case Kind.STRING:
          return key === 'description' ? null : undefined
        case Kind.OPERATION_TYPE_DEFINITION:
          return isKept(node.type.name.value) ? undefined : null
        // An interface of a type, or a member of a union.
        case Kind.NAMED_TYPE:
          return Array.isArray(parent) && !isKept(node.name.value) ? null : undefined
        case Kind.OBJECT_TYPE_DEFINITION:
        case Kind.INTERFACE_TYPE_DEFINITION: {
          const fields = kept.get(node.name.value)
          return { ...node, fields: node.fields?.filter(({ name }) => fields?.has(name.value)) }
        }
        default:
          return undefined
      }
    },
  })
  return `${printSchema(buildASTSchema(pruned))}\n`
}

const selectedFields = (schema: GraphQLSchema, documents: readonly DocumentNode[]): Kept => {
  const typeInfo = new TypeInfo(schema)
  const kept: Kept = new Map()
  for (const document of documents) {
    visit(
      document,
      visitWithTypeInfo(typeInfo, {
        Field: (node) => {
          const parent = typeInfo.getParentType()
          if (!parent) return
          if (!node.name.value.startsWith('__')) fieldsOf(kept, parent.name).add(node.name.value)
          const type = getNamedType(typeInfo.getType())
          if (type && node.selectionSet) fieldsOf(kept, type.name)
        },
      }),
    )
  }
  return kept
}

const fieldsOf = (kept: Kept, type: string): Set<string> => {
  const fields = kept.get(type) ?? new Set()
  kept.set(type, fields)
  return fields
}

const withFields = (kept: Kept, schema: GraphQLSchema) =>
  [...kept].flatMap(([name, fields]) => {
    const type = schema.getType(name)
    return isObjectType(type) || isInterfaceType(type) ? [{ type, fields }] : []
  })

/** GraphQL requires one query field. */
const keepOneQuery = (kept: Kept, schema: GraphQLSchema): void => {
  const root = schema.getQueryType()
  const [first] = Object.values(root?.getFields() ?? {})
  if (!root || !first || fieldsOf(kept, root.name).size > 0) return
  fieldsOf(kept, root.name).add(first.name)
  fieldsOf(kept, getNamedType(first.type).name)
}

/** A session may be in any state. */
const keepMembers = (kept: Kept, schema: GraphQLSchema): void => {
  for (const name of [...kept.keys()]) {
    const type = schema.getType(name)
    if (isUnionType(type)) for (const member of type.getTypes()) fieldsOf(kept, member.name)
  }
}

/** Scalars and enums, so that selecting one more needs no new schema. */
const keepPlainFields = (kept: Kept, schema: GraphQLSchema): void => {
  for (const { type, fields } of withFields(kept, schema)) {
    if (type === schema.getQueryType() || type === schema.getMutationType()) continue
    for (const field of Object.values(type.getFields())) {
      const isPlain = isLeafType(getNamedType(field.type)) && field.args.length === 0
      if (isPlain && !field.deprecationReason) fields.add(field.name)
    }
  }
}

/** GraphQL requires an interface's fields on its types. */
const keepOfInterfaces = (kept: Kept, schema: GraphQLSchema): void => {
  for (const { type, fields } of withFields(kept, schema)) {
    for (const { name } of type.getInterfaces()) {
      for (const field of kept.get(name) ?? []) fields.add(field)
    }
  }
}

const typesBeside = (kept: Kept, schema: GraphQLSchema): Set<string> => {
  const found = new Set<string>()
  const keep = (type: GraphQLNamedType): void => {
    if (found.has(type.name)) return
    found.add(type.name)
    if (!isInputObjectType(type)) return
    for (const field of Object.values(type.getFields())) keep(getNamedType(field.type))
  }
  for (const { args } of schema.getDirectives())
    for (const arg of args) keep(getNamedType(arg.type))
  for (const { type, fields } of withFields(kept, schema)) {
    for (const { name, args, type: ofField } of Object.values(type.getFields())) {
      if (!fields.has(name)) continue
      for (const arg of args) keep(getNamedType(arg.type))
      if (isLeafType(getNamedType(ofField))) found.add(getNamedType(ofField).name)
    }
  }
  return found
}
