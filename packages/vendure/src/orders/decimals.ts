import { Injectable } from '@nestjs/common'
import { ConfigService } from '@vendure/core'
import { fromDecimal, toDecimal } from '../money.js'

/** Converts amounts at the precision of the shop's money strategy: 2, unless the shop sets another. */
@Injectable()
export class Decimals {
  constructor(private readonly config: ConfigService) {}

  private get precision(): number {
    return this.config.entityOptions.moneyStrategy.precision ?? 2
  }

  /** Puente takes zeros beyond the digits of a currency ("125.00" yen), and refuses other digits there. */
  toPuente(amount: number): string {
    return toDecimal(amount, this.precision)
  }

  /** `undefined`: the amount has more decimals than the shop keeps. */
  toVendure(decimal: string): number | undefined {
    return fromDecimal(decimal, this.precision)
  }
}
