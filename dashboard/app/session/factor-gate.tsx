import { lazy, type ReactNode, Suspense, useState } from 'react'
import { lacksRequiredFactor, usePerson } from './person.ts'

const RequiredFactor = lazy(async () => ({
  default: (await import('../../parts/second-factor/required-factor.tsx')).RequiredFactor,
}))

/** Shows the screen, or the setup of a second factor that an organization requires. */
export const FactorGate = ({ children }: { children: ReactNode }) => {
  const { data: person } = usePerson()
  const [isOpen, setOpen] = useState(false)
  const isLacking = lacksRequiredFactor(person)
  // The setup stays open until the person has seen the recovery codes.
  if (isLacking && !isOpen) setOpen(true)
  if (!person || !isOpen) return children
  const names = person.organizations.filter(({ requires_second_factor: is }) => is)
  return (
    <Suspense>
      <RequiredFactor
        organization={names[0]?.name ?? ''}
        leave={isLacking ? undefined : () => setOpen(false)}
      />
    </Suspense>
  )
}
