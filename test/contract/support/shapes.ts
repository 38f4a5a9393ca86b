/** Forms that several sections speak of. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** `YYYY-MM-DD HH:MM:SS`, `gateway-api.md` 2.1. */
export const HONDURAS_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** A well-formed id of a transaction that nobody has. */
export const NO_TRANSACTION = '00000000-0000-4000-8000-000000000000'

/** A payment that no gateway of a test has. */
export const NO_PAYMENT = 999_999_999
