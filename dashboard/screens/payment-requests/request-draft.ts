/** A new request as typed. */
export interface RequestDraft {
  amount: string
  description: string
  name: string
  phone: string
  email: string
  /** Puente e-mails the link and one reminder. */
  isMailed: boolean
  reference: string
  note: string
  expires: string | undefined
  language: 'es' | 'en' | undefined
  currency: string | undefined
}

export const EMPTY_DRAFT: RequestDraft = {
  amount: '',
  description: '',
  name: '',
  phone: '',
  email: '',
  isMailed: false,
  reference: '',
  note: '',
  expires: undefined,
  language: undefined,
  currency: undefined,
}

/** Leaves out empty fields. */
const given = <Field extends string>(
  fields: Readonly<Record<Field, string>>,
): { [Name in Field]?: string } =>
  Object.fromEntries(
    Object.entries<string>(fields).flatMap(([field, text]) =>
      text.trim() ? [[field, text.trim()]] : [],
    ),
  ) as { [Name in Field]?: string }

export const bodyOfDraft = (draft: RequestDraft) => {
  const { amount, description, reference, note, currency, language, expires } = draft
  const { name, phone, email, isMailed } = draft
  return {
    amount: amount.trim(),
    ...given({ description, reference, note }),
    customer: given({ name, phone, email }),
    ...(isMailed && email.trim() ? { send_email: true } : {}),
    ...(currency ? { currency } : {}),
    ...(language ? { locale: language } : {}),
    ...(expires ? { expires_in_minutes: Number(expires) } : {}),
  }
}
