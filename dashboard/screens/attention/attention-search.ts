/** `group` is the key of the expanded alert group. */
export const readAttentionSearch = ({ group }: Record<string, unknown>): { group?: string } =>
  group === undefined ? {} : { group: String(group) }
