import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment, timeText } from '../../parts/values/moment.tsx'
import { useHealthTexts } from './health-texts.ts'
import { Signal } from './signal.tsx'

/** Shows the circuit of a gateway account or storefront, with outage and queued orders. */
export const AvailabilitySignal = ({
  name,
  availability,
  circuitId,
  circuitOf,
}: {
  name: string
  availability: Schemas['StoreHealth']['gateway_account']
  circuitId: string
  circuitOf: ReadonlyMap<string, Schemas['CircuitOfStore']>
}) => {
  const texts = useHealthTexts()
  const { format, language } = useLanguage()
  const circuit = circuitOf.get(circuitId)
  const { state, since, last_error: error } = availability
  return (
    <Signal
      name={name}
      state={`availability_${state}`}
      word={texts.availability[state]}
      act={
        state === 'closed' ? null : (
          <ActButton
            path="/operator/v1/circuits/{id}/try"
            id={circuitId}
            done={texts.tried}
            variant="filled"
          >
            {texts.tryNow}
          </ActButton>
        )
      }
    >
      <p>{texts.availabilityMeans[state]}</p>
      {state === 'closed' ? null : (
        <Facts
          className="known"
          facts={{
            [texts.since]: since && <Moment at={since} />,
            [texts.until]: circuit?.open_until && (
              <time dateTime={circuit.open_until}>
                {timeText(new Date(circuit.open_until), language)}
              </time>
            ),
            [texts.waiting]: circuit && (
              <Link
                to="/deliveries"
                search={{ tab: 'tasks', state: 'ready', store: circuit.store_id }}
              >
                {format(texts.waitingCount, {
                  orders: circuit.orders_waiting,
                  tasks: circuit.tasks_waiting,
                })}
              </Link>
            ),
            [texts.lastError]: error && <bdi className="code">{error}</bdi>,
          }}
        />
      )}
    </Signal>
  )
}
