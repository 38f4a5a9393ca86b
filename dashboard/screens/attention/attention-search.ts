/** `group`: the group of alerts that is opened, by its name in addresses. */
export const readAttentionSearch = ({ group }: Record<string, unknown>): { group?: string } =>
  group === undefined ? {} : { group: String(group) }
