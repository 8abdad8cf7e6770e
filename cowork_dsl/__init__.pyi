from cowork_dsl.face.api import Bundle as Bundle
from cowork_dsl.face.api import Environment as Environment
from cowork_dsl.face.api import Report as Report
from cowork_dsl.face.api import Rollout as Rollout
from cowork_dsl.face.api import load as load

__version__: str
__all__: list[str]
_PUBLIC: dict[str, str]
