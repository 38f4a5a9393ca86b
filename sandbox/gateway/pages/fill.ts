/** Replaces `:name` placeholders. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/:(\w+)/g, (part, name: string) => values[name] ?? part)
