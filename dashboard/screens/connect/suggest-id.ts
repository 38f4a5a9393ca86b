/** Slugifies `Panadería La Ñ, S. A.` to `panaderia-la-n-s-a`; may return ''. */
export const suggestedId = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')

export const isStoreId = (id: string): boolean => /^[a-z0-9][a-z0-9-]{1,39}$/.test(id)
