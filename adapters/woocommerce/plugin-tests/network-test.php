<?php

final class Puente_Network_Test extends Puente_Test_Case {

	public function test_a_network_wide_deactivation_unschedules_the_plugin_on_every_site() {
		global $puente_cleared;
		switch_to_blog( 1 );
		$puente_cleared = array();
		Puente_Network::deactivate( false );
		self::assertSame( array( 1 ), array_keys( $puente_cleared[ Puente_Facts::DAILY ] ) );
		Puente_Network::deactivate( true );
		self::assertSame( array( 1, 2 ), array_keys( $puente_cleared[ Puente_Facts::DAILY ] ) );
		self::assertSame( array( 1, 2 ), array_keys( $puente_cleared[ Puente_Alerts::ASK ] ) );
	}
}
