<?php
/**
 * Accepted currencies.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The gateway does not list its currencies and refuses others. Caches a refusal for a day, as the
 * gateway may enable the currency. The merchant can also name the accepted ones.
 */
class Puente_Accepted_Currencies {

	const OPTION  = 'puente_refused_currencies';
	const SETTING = 'currencies';
	// Error paths of a refused currency, of an order or a charge.
	const PATHS = array( 'order.currency', 'currency_code' );
	// Codes of such a refusal by the gateway or, for an unknown currency, by Puente.
	const CODES = array( 'refused_by_gateway', 'invalid_fields' );

	/**
	 * Returns whether a payment in a currency may be tried.
	 *
	 * @param string $currency Code, such as HNL.
	 */
	public static function has( $currency ) {
		$named = self::named();
		return ( ! $named || in_array( $currency, $named, true ) ) && ! in_array( $currency, self::refused(), true );
	}

	/**
	 * Returns the currencies that the merchant named.
	 *
	 * @return string[] Empty: no restriction.
	 */
	public static function named() {
		preg_match_all( '/[A-Z]{3}/', strtoupper( Puente_Settings::get( self::SETTING ) ), $found );
		return $found[0];
	}

	/**
	 * Returns the connected store's refusals of the last day.
	 *
	 * @return string[]
	 */
	public static function refused() {
		return array_keys(
			array_filter(
				self::of_store(),
				static function ( $refusal ) {
					return $refusal['at'] > time() - DAY_IN_SECONDS;
				}
			)
		);
	}

	/**
	 * Learns from Puente's answer to a payment.
	 *
	 * @param Puente_Answer $answer   Answer.
	 * @param string        $currency Of the order.
	 * @param string        $store_id Store.
	 * @return bool Whether refused.
	 */
	public static function learn( Puente_Answer $answer, $currency, $store_id ) {
		$all = self::all();
		if ( $answer->is_refusal() && in_array( $answer->code(), self::CODES, true ) && array_intersect( self::PATHS, $answer->error_paths() ) ) {
			$all[ $currency ] = array(
				'store' => $store_id,
				'at'    => time(),
			);
			update_option( self::OPTION, $all );
			return true;
		}
		if ( $answer->is_fine() && isset( $all[ $currency ] ) ) {
			unset( $all[ $currency ] );
			update_option( self::OPTION, $all );
		}
		return false;
	}

	/**
	 * Lets the next customer retry refused currencies.
	 */
	public static function try_again() {
		$all = self::all();
		foreach ( array_keys( $all ) as $currency ) {
			$all[ $currency ]['at'] = 0;
		}
		if ( $all ) {
			update_option( self::OPTION, $all );
		}
	}

	/**
	 * Explains why customers cannot pay in a currency.
	 *
	 * @param string $currency Code.
	 * @return string Empty if accepted.
	 */
	public static function words( $currency ) {
		if ( isset( self::of_store()[ $currency ] ) ) {
			/* translators: %s: a currency such as HNL */
			return sprintf( __( 'The gateway does not accept payments in %s, so this payment method is hidden from customers for a day after a refusal. Ask the gateway to enable the currency for your terminal, or choose another one: WooCommerce → Settings → General. Then test the connection: the next order tries the currency again.', 'puente-for-woocommerce' ), $currency );
		}
		if ( ! self::has( $currency ) ) {
			/* translators: %s: a currency such as HNL */
			return sprintf( __( '%s is not among the currencies below, so this payment method is hidden from customers. Add it if your gateway accepts it.', 'puente-for-woocommerce' ), $currency );
		}
		return '';
	}

	/**
	 * Returns the store's refusals.
	 *
	 * @return array By currency.
	 */
	private static function of_store() {
		$pairing = Puente_Pairings::current();
		return array_filter(
			self::all(),
			static function ( $refusal ) use ( $pairing ) {
				return $pairing && $refusal['store'] === $pairing->store_id;
			}
		);
	}

	/**
	 * Returns all cached refusals.
	 *
	 * @return array By currency.
	 */
	private static function all() {
		$kept = get_option( self::OPTION );
		return is_array( $kept ) ? $kept : array();
	}
}
