<?php
/**
 * The currencies in which the gateway takes cards.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Which those are, the gateway says nowhere: it refuses a payment in another one. So that is remembered, for
 * a day, as the gateway may have a currency enabled meanwhile; and the merchant can name those that there are.
 */
class Puente_Accepted_Currencies {

	const OPTION  = 'puente_refused_currencies';
	const SETTING = 'currencies';
	// Where a refusal names the currency: that of a new order, or that of a charge in the gateway's own words.
	const PATHS = array( 'order.currency', 'currency_code' );
	// Codes of such a refusal: by the gateway, or by Puente for an unknown currency code.
	const CODES = array( 'refused_by_gateway', 'invalid_fields' );

	/**
	 * Whether a payment in a currency is worth a try.
	 *
	 * @param string $currency Its code, such as HNL.
	 * @return bool
	 */
	public static function has( $currency ) {
		$named = self::named();
		return ( ! $named || in_array( $currency, $named, true ) ) && ! in_array( $currency, self::refused(), true );
	}

	/**
	 * The currencies that the merchant has named.
	 *
	 * @return string[] Empty: whatever the gateway accepts.
	 */
	public static function named() {
		preg_match_all( '/[A-Z]{3}/', strtoupper( Puente_Settings::get( self::SETTING ) ), $found );
		return $found[0];
	}

	/**
	 * The currencies that the gateway has refused to the connected store, and that are not tried again yet.
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
	 * Learns from what Puente answered to an order that was to be paid.
	 *
	 * @param Puente_Answer $answer   The answer.
	 * @param string        $currency The currency of the order.
	 * @param string        $store_id The store that was asked.
	 * @return bool Whether the currency was refused.
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
	 * Lets the next customer try, whatever was refused.
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
	 * What is wrong with the currency of the shop, and what to do.
	 *
	 * @param string $currency Its code.
	 * @return string Empty when nothing is.
	 */
	public static function words( $currency ) {
		if ( isset( self::of_store()[ $currency ] ) ) {
			/* translators: %s: a currency such as HNL */
			return sprintf( __( 'The gateway does not accept payments in %s, so customers do not see this way to pay for a day after a refusal. Ask the gateway to enable it for your terminal, or choose another currency: WooCommerce → Settings → General. Then test the connection: it is tried again with the next order.', 'puente-for-woocommerce' ), $currency );
		}
		if ( ! self::has( $currency ) ) {
			/* translators: %s: a currency such as HNL */
			return sprintf( __( '%s is not among the currencies that you have named below, so customers do not see this way to pay. Add it there if your gateway accepts it.', 'puente-for-woocommerce' ), $currency );
		}
		return '';
	}

	/**
	 * The refusals of the connected store.
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
	 * All refusals that are kept.
	 *
	 * @return array By currency.
	 */
	private static function all() {
		$kept = get_option( self::OPTION );
		return is_array( $kept ) ? $kept : array();
	}
}
